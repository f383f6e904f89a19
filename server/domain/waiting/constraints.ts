export default {
  lottery_underWay_p_id_room_type_one: '这个队还有一次摇号没有公布',
  lottery_round_proposed_lottery_id_one: '已有一条待同意的另约轮次',
  published_once: '公示与摇号的内容不能改',
  waiting_holdsRoom_org_id_one: '该房间已为其他轮候人保留',
}
