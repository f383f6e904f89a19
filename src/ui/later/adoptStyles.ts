/**
 * Gives the page the styles of a part that is loaded later, once: `adoptStyles(css)` beside `import css from './board.css?inline'`. Imported
 * without `?inline` they would stand in the one file that every first load waits for (vite.config.ts).
 */
export const adoptStyles = (css: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
