/** How rows that take place between two instants are seen by day and hour. */
export interface Calendar<C extends string = string, M extends string = string> {
  during: readonly [NoInfer<C>, NoInfer<C>]
  /** The action that gives a row another time: its dialog asks for both columns, and dragging a row there sends them. */
  moves?: NoInfer<M>
}
