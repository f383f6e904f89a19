/** JSON text that PostgreSQL has made: it goes out as it is, without being read and written again here. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
