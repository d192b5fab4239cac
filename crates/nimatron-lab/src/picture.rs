//! Writes pictures to files, as SVG or as PNG rendered from it.
//!
//! Text in a PNG is set in DejaVu Sans, which is part of the program: it has all the symbols needed, and pictures look
//! the same on every machine.

use std::path::Path;

#[cfg(not(target_family = "wasm"))]
pub(crate) use self::raster::png;
use crate::LabError;
use crate::files;

/// Rejects file names without the extension of a picture.
pub fn check_picture_name(path: &Path) -> Result<(), LabError> {
    match &*files::extension(path) {
        "svg" | "png" => Ok(()),
        _ => Err(LabError::Senseless(format!("{}: pictures are drawn as .svg or .png", path.display()))),
    }
}

/// Writes a picture, given as SVG, atomically; as PNG if the file has that extension.
pub fn write_picture(path: &Path, svg: &str) -> Result<(), LabError> {
    if files::extension(path) == "png" {
        files::write_whole(path, &png(svg)?)
    } else {
        files::write_whole(path, svg.as_bytes())
    }
}

/// The text with the special characters of SVG and HTML escaped.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Renders pictures. Browsers draw SVG themselves, and fonts are large.
#[cfg(not(target_family = "wasm"))]
mod raster {
    use std::sync::{Arc, LazyLock};

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::Database;
    use resvg::usvg::{Options, Tree};

    use crate::LabError;

    /// The pixels of a PNG for each unit of the SVG: enough for sharp text.
    const SCALE: f32 = 2.0;

    /// The fonts, read once.
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });

    /// The picture as PNG.
    pub(crate) fn png(svg: &str) -> Result<Vec<u8>, LabError> {
        let failed = |why: String| LabError::Senseless(format!("the picture could not be drawn: {why}"));
        let options =
            Options { font_family: "DejaVu Sans".to_owned(), fontdb: FONTS.clone(), ..Options::default() };
        let tree = Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
        let size =
            tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| failed("it has no size".to_owned()))?;
        let mut pixels = Pixmap::new(size.width(), size.height())
            .ok_or_else(|| failed(format!("{}x{} pixels are too many", size.width(), size.height())))?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| failed(error.to_string()))
    }
}

#[cfg(target_family = "wasm")]
pub(crate) fn png(_: &str) -> Result<Vec<u8>, LabError> {
    Err(LabError::Senseless("pictures are drawn as .svg only here".into()))
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Pixmap;

    use super::*;

    /// The number of dark pixels of a picture.
    fn dark(svg: &str) -> (u32, usize) {
        let pixels = Pixmap::decode_png(&png(svg).unwrap()).unwrap();
        let dark = pixels.pixels().iter().filter(|pixel| pixel.red() < 100 && pixel.alpha() > 200).count();
        (pixels.width(), dark)
    }

    #[test]
    fn a_png_shows_lines_and_text() {
        let frame = |inside: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\" font-family=\"sans-serif\">\
                 <rect width=\"100\" height=\"50\" fill=\"white\"/>{inside}</svg>"
            )
        };
        assert_eq!(dark(&frame("")), (200, 0));
        assert_eq!(dark(&frame("<rect width=\"10\" height=\"10\"/>")), (200, 400));
        let (_, text) = dark(&frame("<text x=\"5\" y=\"30\">⇑*±↑</text>"));
        assert!(text > 50, "the text has {text} dark pixels");
    }

    #[test]
    fn a_name_of_no_kind_is_refused() {
        let error = check_picture_name(Path::new("values.jpeg")).unwrap_err();
        assert_eq!(error.to_string(), "values.jpeg: pictures are drawn as .svg or .png");
    }
}
