export default {
  reserve_takesTime_apart: '该房间这个时段已有看房预约，请换个时间',
  reserve_times: '结束时间须晚于开始时间，且不超过一天',
}
