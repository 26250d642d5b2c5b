//! Rows as a Markdown table.

use serde::Serialize;

/// The rows with their names, as a Markdown table. Numbers with a fraction are rounded.
pub fn table(rows: &[impl Serialize]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let bytes = writer.into_inner()?;
    let mut text = String::new();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
    for (number, record) in reader.records().enumerate() {
        let record = record?;
        for field in &record {
            text += "| ";
            text += &rounded(field).replace('|', "\\|");
            text += if field.is_empty() { "" } else { " " };
        }
        text += "|\n";
        if number == 0 {
            text += &"| --- ".repeat(record.len());
            text += "|\n";
        }
    }
    Ok(text)
}

/// A number with at most two digits of its fraction, or the field as it is.
fn rounded(field: &str) -> String {
    match field.parse::<f64>() {
        Ok(number) if field.contains('.') && number >= 100.0 => format!("{number:.0}"),
        Ok(number) if field.contains('.') => format!("{number:.2}"),
        _ => field.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn rows_become_lines() {
        let rows = [("a|b", 1.25), ("", 1234.56)];
        assert_eq!(super::table(&rows[..0]).unwrap(), "");
        assert_eq!(super::rounded("2.0"), "2.00");
    }
}
