declare module '*?thread' {
  /** The URL of the file that a thread runs (scripts/lib/threads.ts). */
  const url: string
  export default url
}

declare module '*?file' {
  /** The URL of the package's file (scripts/lib/packageFiles.ts). */
  const url: string
  export default url
}
