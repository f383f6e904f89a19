export default {
  meter_once_a_day: '该房间当天已抄过这个表',
}
