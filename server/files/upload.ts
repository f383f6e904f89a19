/** A file as it arrived. */
export interface Upload {
  name: string
  bytes: Buffer
}
