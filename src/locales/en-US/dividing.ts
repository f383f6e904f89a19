/** Flats that are let room by room. */
export const dividing: Readonly<Record<string, string>> = {
  所属整套: 'Part of the flat',
  已拆套: 'Let by rooms',
  随拆套启用: 'Opened with its flat',
  随合套停用: 'Closed with its flat',
  拆套: 'Let by rooms',
  合套: 'Let as a whole',
  套内房间: 'Rooms in it',
  '套内房间都停用，恢复整套出租；套内还有人住或已约定出租的不能合套':
    'Its rooms go out of use and the flat is let as a whole again; not while somebody lives in one or one is agreed upon',
  '整套不再出租，改为按套内的房间出租；以前拆出的房间随即启用。整套与套内房间同一天只能租一方。':
    'The flat is let no more as a whole but room by room; rooms that it had before come into use again. On one day either the flat is let or its rooms.',
  新房间的类型: 'Type of the new rooms',
  须为单间: 'Single rooms',
  新登记的房间: 'New rooms',
  已登记的单间: 'Rooms entered already',
  '同一小区里以前单独登记的套内房间，归到这一套':
    'Rooms of the same community that were entered by themselves: they become part of this flat',
  '整套与套内房间不能同时出租：这段时间另一方已有合同':
    'A flat and a room in it are not let at once: the other has a contract on these days',
  '只能选同一小区里、还不属于别的整套的单间': 'Choose single rooms of the same community that are part of no other flat',
  请选择单间的房源类型: 'Choose a type of single rooms',
  '请登记套内的房间，或选择已登记的单间': 'Enter the rooms in it, or choose ones that are entered already',
  '套内房间共 {0} ㎡，超过整套的 {1} ㎡': 'The rooms in it have {0} m² in all, more than the flat’s {1} m²',
  '{0} 还有人住，或已约定出租，不能停用：退租以后再停用': '{0}: somebody lives there or it is agreed upon: disable it once it is given up',
  '{0} 还有人住，或已约定出租，不能合套': '{0}: somebody lives there or it is agreed upon; the flat cannot be let as a whole yet',
  '整套 {0} 没有拆套，套内房间不能启用：请先拆套': 'The flat {0} is let as a whole: its rooms are not put to use. Let it by rooms first',
}
