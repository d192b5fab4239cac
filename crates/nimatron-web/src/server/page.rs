//! The files of the page: those of a folder, or those that are part of the program.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;

/// The number of bytes that a page may have. It is kept in memory.
const LARGEST_PAGE: u64 = 64 << 20;
/// The number of files and folders that a page may have.
const MOST_ENTRIES: usize = 10_000;

/// The files of the page, each under its path: `index.html`, `assets/index-abc.js`.
///
/// They are read once, before the server starts. A request is looked up in this list and never in the file system: whatever its
/// path says, no other file can be the answer.
#[derive(Clone, Default)]
pub struct Page {
    files: Arc<HashMap<String, File>>,
}

/// A file of the page.
pub(super) struct File {
    pub(super) data: Bytes,
    /// Its entity tag, a digest of what is in it.
    pub(super) tag: String,
}

impl Page {
    /// Reads the page in a folder, as `npm run build` writes it. Symbolic links in the folder are left out, so that nothing outside of
    /// it is served.
    ///
    /// # Errors
    ///
    /// If the folder can't be read, has no `index.html`, or is too large to be a page.
    pub fn read(folder: &Path) -> io::Result<Self> {
        // This is checked first: a folder with other contents is not read at all.
        match fs::symlink_metadata(folder.join("index.html")) {
            Ok(index) if index.is_file() => {}
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => return Err(io::Error::other("there is no index.html in it")),
        }
        let too_large = || {
            io::Error::other(format!(
                "a page has at most {} MB and {MOST_ENTRIES} files, and this folder has more",
                LARGEST_PAGE >> 20
            ))
        };
        let mut files = HashMap::new();
        let (mut bytes_left, mut entries_left) = (LARGEST_PAGE, MOST_ENTRIES);
        // Folders to be read, and the path of each within the page.
        let mut open = vec![(folder.to_owned(), String::new())];
        while let Some((folder, prefix)) = open.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                entries_left = entries_left.checked_sub(1).ok_or_else(too_large)?;
                let name = entry.file_name();
                // No request can name a file whose name is not Unicode.
                let Some(name) = name.to_str() else { continue };
                // The type of the entry itself: a symbolic link is neither.
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    open.push((entry.path(), format!("{prefix}{name}/")));
                } else if kind.is_file() {
                    let mut data = Vec::new();
                    fs::File::open(entry.path())?.take(bytes_left + 1).read_to_end(&mut data)?;
                    bytes_left = bytes_left.checked_sub(data.len() as u64).ok_or_else(too_large)?;
                    files.insert(format!("{prefix}{name}"), File::new(data.into()));
                }
            }
        }
        Ok(Page { files: Arc::new(files) })
    }

    /// The page that is part of this program. It has no files if the program was built without one.
    #[must_use]
    pub fn embedded() -> Self {
        #[cfg(feature = "embed-page")]
        {
            let file = |path: std::borrow::Cow<'static, str>| {
                let data = match Dist::get(&path)?.data {
                    std::borrow::Cow::Borrowed(data) => Bytes::from_static(data),
                    std::borrow::Cow::Owned(data) => data.into(),
                };
                Some((path.into_owned(), File::new(data)))
            };
            Page { files: Arc::new(<Dist as rust_embed::RustEmbed>::iter().filter_map(file).collect()) }
        }
        #[cfg(not(feature = "embed-page"))]
        Page::default()
    }

    /// Whether there is no page.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file with this path.
    pub(super) fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("files", &self.files.len()).finish()
    }
}

impl File {
    fn new(data: Bytes) -> Self {
        let digest = blake3::hash(&data).to_hex();
        File { tag: format!("\"{}\"", &digest[..32]), data }
    }
}

/// What `npm run build` made, if it was run before this program was built.
#[cfg(feature = "embed-page")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

#[cfg(test)]
pub(super) mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A folder for one test.
    pub(in crate::server) struct Folder(pub PathBuf);

    impl Folder {
        pub(in crate::server) fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("nimatron-page-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(path.join("dist/assets")).unwrap();
            Folder(path)
        }

        pub(in crate::server) fn write(&self, path: &str, text: &str) {
            fs::write(self.0.join(path), text).unwrap();
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_page_is_all_files_in_its_folder() {
        let folder = Folder::new("all");
        folder.write("dist/index.html", "<!doctype html>");
        folder.write("dist/assets/index.js", "1");
        folder.write("secret", "2");
        let page = Page::read(&folder.0.join("dist")).unwrap();
        let mut paths: Vec<&str> = page.files.keys().map(String::as_str).collect();
        paths.sort_unstable();
        assert_eq!(paths, ["assets/index.js", "index.html"]);
        assert_eq!(&page.file("assets/index.js").unwrap().data[..], b"1");
        for path in
            ["../secret", "assets/../../secret", "/index.html", "./index.html", "assets//index.js", ""]
        {
            assert!(page.file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn a_tag_tells_whether_a_file_was_changed() {
        let tag = |text: &'static str| File::new(Bytes::from_static(text.as_bytes())).tag;
        assert_eq!(tag("one"), tag("one"));
        assert_ne!(tag("one"), tag("two"));
        assert_eq!(tag("one").len(), 34);
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_lead_nowhere() {
        use std::os::unix::fs::symlink;

        let folder = Folder::new("links");
        let dist = folder.0.join("dist");
        folder.write("dist/index.html", "<!doctype html>");
        folder.write("secret", "2");
        symlink(folder.0.join("secret"), dist.join("assets/file.js")).unwrap();
        symlink("../../secret", dist.join("assets/relative.js")).unwrap();
        symlink(&folder.0, dist.join("folder")).unwrap();
        symlink(".", dist.join("circle")).unwrap();
        let page = Page::read(&dist).unwrap();
        assert_eq!(page.files.len(), 1);

        // The folder itself may be a link: the caller named it.
        symlink(&dist, folder.0.join("link")).unwrap();
        assert_eq!(Page::read(&folder.0.join("link")).unwrap().files.len(), 1);
        // The index may not be a link.
        fs::remove_file(dist.join("index.html")).unwrap();
        symlink(folder.0.join("secret"), dist.join("index.html")).unwrap();
        assert!(Page::read(&dist).is_err());
    }

    #[test]
    fn a_folder_that_is_no_page_is_refused() {
        let folder = Folder::new("none");
        let error = Page::read(&folder.0.join("dist")).unwrap_err();
        assert_eq!(error.to_string(), "there is no index.html in it");
        assert!(Page::read(&folder.0.join("nowhere")).is_err());

        folder.write("dist/index.html", "<!doctype html>");
        let large = fs::File::create(folder.0.join("dist/large")).unwrap();
        large.set_len(LARGEST_PAGE).unwrap();
        let error = Page::read(&folder.0.join("dist")).unwrap_err().to_string();
        assert!(error.starts_with("a page has at most 64 MB"), "{error}");
    }
}
