export default {
  waiting_holdsRoom_org_id_one: '该房间已为其他轮候人保留',
}
