declare module '*?thread' {
  /** The URL of the file that a thread runs (scripts/lib/threads.ts). */
  const url: string
  export default url
}
