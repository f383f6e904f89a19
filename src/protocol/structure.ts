/** A part of the operator's structure, as the tree shows it. */
export interface StructureNode {
  node_id: number
  name: string
  kind: 1 | 2 | 3
  parent_id: number | null
  place: number
  retired: 0 | 1
  version: number
  /** Who heads a centre or department. */
  head_id: number | null
  head: string | null
  /** Who holds a post, in the order in which they came to it. */
  holders: { holder_id: number; user_id: number; name: string; is_active: boolean }[]
  /** Units (房源) that belong to a centre. */
  units: number
}

/** A unit as it is assigned to centres. */
export interface CentreUnit {
  unit_id: number
  name: string
  region_name: string
  rooms: number
  center_id: number | null
  center: string | null
}
