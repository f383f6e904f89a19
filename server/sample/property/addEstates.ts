import { addressLine, regionNames } from '../../domain/property/address.ts'
import type { Tx } from '../../store/connection/database.ts'
import { insertMany } from '../bulk.ts'
import { keySequence, reserve } from '../reserve.ts'
import type { Staff } from '../types.ts'
import { places } from './places.ts'

/** An estate that has been added. */
export interface Estate {
  community_id: number
  p_id: number
  address: string
}

/** Adds the projects and their estates. Throws where the divisions have not been loaded. */
export const addEstates = async (tx: Tx, staff: Staff): Promise<Estate[]> => {
  const projects = [...new Set(places.map((place) => place.project))]
  const firstProject = await reserve(tx, await keySequence(tx, 'project', 'p_id'), projects.length)
  const firstEstate = await reserve(tx, await keySequence(tx, 'community', 'community_id'), places.length)
  const made: Estate[] = []
  for (const [index, place] of places.entries()) {
    const names = await regionNames(tx, { province: 31, city: 3101, county: place.county, town: place.town })
    const address = addressLine(names, place.road, place.number, place.choice)
    made.push({ community_id: firstEstate + index, p_id: firstProject + projects.indexOf(place.project), address })
  }
  await insertMany(
    tx,
    'project',
    ['p_id', 'name', 'created_by'],
    projects.map((name, index) => ({ p_id: firstProject + index, name, created_by: staff.admin })),
  )
  await insertMany(
    tx,
    'community',
    [
      'community_id',
      'name',
      'p_id',
      'province',
      'city',
      'county',
      'town',
      'address',
      'region_number',
      'choice_get_number',
      'longitude',
      'latitude',
      'created_by',
    ],
    places.map(({ name, county, town, road, number, choice, longitude, latitude }, index) => ({
      community_id: firstEstate + index,
      name,
      p_id: made[index]?.p_id ?? null,
      province: 31,
      city: 3101,
      county,
      town,
      address: road,
      region_number: number,
      choice_get_number: choice,
      longitude,
      latitude,
      created_by: staff.admin,
    })),
  )
  return made
}
