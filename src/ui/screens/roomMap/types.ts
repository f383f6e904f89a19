/** One building with its rooms in columns: entry i of every array is the same room. Rooms of one floor are drawn in the order given. */
export type RoomMapBuilding = {
  unit_id: number
  name: string
  community_id: number
  community: string
  p_id: number
  project: string
  org_id: number[]
  floor: number[]
  number: string[]
  state: number[]
  /** The tenant's family name, or how the name of the company begins that rents the room; '' when nobody holds it. */
  tenant: string[]
  /** Days vacant, or days until the contract ends; 0 when neither applies. */
  days: number[]
}

/** Buildings of one community stand together. */
export type RoomMapData = { buildings: RoomMapBuilding[] }
