"""From a scored match to what other programs and people open: tables and charts.

    from annotator.scoring import score
    from exports.csv_files import write_csv
    from exports.charts import write_charts

    sheets = [score(match, ruleset) for ruleset in rulesets]
    write_csv(match, sheets, folder)                      # timeline.csv and tags.csv
    write_csv(match, sheets, folder, "local")             # the same for a spreadsheet
    write_charts(match, sheets, folder, rulesets=rulesets)

`exports.registry` knows every kind of export by name. pandas and matplotlib are imported by the
functions that use them, never by importing this package. Whatever goes wrong raises `ExportError`
or `SaveError`, and no half file stands under its name.
"""
