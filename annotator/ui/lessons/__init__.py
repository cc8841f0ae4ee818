"""The referee's classroom in the window: taking a lesson blind, hand counts, results, making lessons."""
