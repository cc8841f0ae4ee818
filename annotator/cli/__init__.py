"""The command line: a module per subcommand, each imported only when it is called. Never Qt."""
