export default {
  waiting_room_held: '该房间已为其他轮候人保留',
}
