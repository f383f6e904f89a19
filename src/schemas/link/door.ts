/** What whoever scans a code sees before he says who he is. */
export interface DoorAbout {
  operator: string
  isOpen: boolean
  notice: string
  project: string
}
