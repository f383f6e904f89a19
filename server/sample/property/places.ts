/** An estate of the sample operator. Roads, towns and coordinates are real; the estates and their numbers are made up. */
export interface Place {
  project: string
  name: string
  county: number
  town: number
  road: string
  number: string
  choice: 1 | 2
  longitude: number
  latitude: number
  /** What the market asks for a square metre a month, in yuan. */
  metre: number
  /** Weights of the natures 1, 2 and 3. */
  natures: readonly [number, number, number]
}

const NORTH = '安居·东北片公租房项目'
const WEST = '安居·西片公租房项目'
const RIVER = '安居·浦东浦江保障房项目'

/** The sample operator's estates, in the order in which they are registered. */
export const places: readonly Place[] = [
  {
    project: NORTH,
    name: '市光怡居苑',
    county: 310110,
    town: 310110016,
    road: '市光路',
    number: '1260',
    choice: 1,
    longitude: 121.534618,
    latitude: 31.325742,
    metre: 78,
    natures: [3, 1, 1],
  },
  {
    project: NORTH,
    name: '江湾人才公寓',
    county: 310110,
    town: 310110020,
    road: '国晓路',
    number: '388',
    choice: 1,
    longitude: 121.505937,
    latitude: 31.332415,
    metre: 92,
    natures: [1, 4, 0],
  },
  {
    project: NORTH,
    name: '菊盛安居家园',
    county: 310113,
    town: 310113109,
    road: '菊太路',
    number: '777',
    choice: 1,
    longitude: 121.372156,
    latitude: 31.356083,
    metre: 48,
    natures: [2, 1, 2],
  },
  {
    project: NORTH,
    name: '聚丰青年公寓',
    county: 310113,
    town: 310113102,
    road: '聚丰园路',
    number: '518',
    choice: 2,
    longitude: 121.391274,
    latitude: 31.313369,
    metre: 58,
    natures: [3, 2, 0],
  },
  {
    project: WEST,
    name: '武威雅苑',
    county: 310107,
    town: 310107103,
    road: '武威路',
    number: '1358',
    choice: 1,
    longitude: 121.364392,
    latitude: 31.283127,
    metre: 62,
    natures: [3, 1, 1],
  },
  {
    project: WEST,
    name: '富平人才公寓',
    county: 310107,
    town: 310107021,
    road: '富平路',
    number: '669',
    choice: 1,
    longitude: 121.398731,
    latitude: 31.266548,
    metre: 80,
    natures: [2, 3, 0],
  },
  {
    project: WEST,
    name: '华发馨苑',
    county: 310104,
    town: 310104103,
    road: '华发路',
    number: '406',
    choice: 1,
    longitude: 121.459264,
    latitude: 31.125837,
    metre: 82,
    natures: [2, 3, 1],
  },
  {
    project: WEST,
    name: '泗泾安居苑',
    county: 310117,
    town: 310117102,
    road: '鼓浪路',
    number: '588',
    choice: 1,
    longitude: 121.270865,
    latitude: 31.116492,
    metre: 42,
    natures: [2, 1, 2],
  },
  {
    project: RIVER,
    name: '江月安居苑',
    county: 310112,
    town: 310112114,
    road: '江月路',
    number: '1850',
    choice: 1,
    longitude: 121.507846,
    latitude: 31.085129,
    metre: 56,
    natures: [2, 2, 1],
  },
  {
    project: RIVER,
    name: '永泰人才公寓',
    county: 310115,
    town: 310115130,
    road: '永泰路',
    number: '1066',
    choice: 1,
    longitude: 121.508953,
    latitude: 31.147206,
    metre: 74,
    natures: [2, 3, 0],
  },
  {
    project: RIVER,
    name: '年家浜馨苑',
    county: 310115,
    town: 310115132,
    road: '年家浜路',
    number: '428',
    choice: 1,
    longitude: 121.578317,
    latitude: 31.118674,
    metre: 55,
    natures: [3, 1, 2],
  },
  {
    project: RIVER,
    name: '民雷安居家园',
    county: 310115,
    town: 310115117,
    road: '民雷路',
    number: '999',
    choice: 1,
    longitude: 121.676928,
    latitude: 31.279451,
    metre: 46,
    natures: [2, 1, 2],
  },
]
