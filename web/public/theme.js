// Before anything is drawn: the theme that was chosen last, so that the page doesn't flash.
try {
  const theme = localStorage.getItem("nimatron.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the system's theme is as good.
}
