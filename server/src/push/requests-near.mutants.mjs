/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
const near = (name, find, replace, only) => ({
  name: `near: ${name}`,
  file: 'push/requests-near.policy.ts',
  find,
  replace,
  test: 'push/requests-near.test.ts',
  only,
});

export const mutants = [
  near(
    'a widened request reaches twice as far',
    '? { ...near, radius_km: near.radius_km * WIDER } : near',
    '? near : near',
    'twice the distance',
  ),
  near('a driver who is offline gets no requests', ' || !profile.online_switch', '', 'who is offline'),
  near('a driver who may not take part gets no requests', '!mayOffer(profile)', '!profile', 'who is rejected'),
  near('an old position does not count', ' || now.getTime() - at.getTime() > PLACE_MS', '', 'older than half an hour'),
  {
    ...near(
      'beyond the distance nobody is notified',
      '.filter(({ near }) => insideOf(reachOf(ride, near))(spot))',
      '',
      'each once',
    ),
    test: 'push/requests-near.policy.test.ts',
  },
  {
    ...near('only the nearest are notified', '.slice(0, most)', '', 'each once'),
    test: 'push/requests-near.policy.test.ts',
  },
  near('requests that are closed or quoted are left out', "ride.status === 'open' && ", '', 'are one notification'),
  {
    ...near('one notification in five minutes', '!notifiedAt.has(id)', 'id', 'are one notification'),
    file: 'push/requests-near.ts',
  },
  {
    ...near(
      'a device without a request does not end the five minutes of another',
      'if (without.size === devices) await',
      'await',
      'with a smaller circle',
    ),
    file: 'push/requests-near.ts',
  },
  {
    ...near('one notification in five minutes by all nodes', 'if (taken) continue;', 'continue;', 'another node'),
    file: 'push/requests-near.ts',
  },
  {
    ...near(
      'a failed search loses no request',
      '  const candidates = await readCandidates();',
      '  if (waiting.size > 0) queueMicrotask(() => waiting.clear());\n  const candidates = await readCandidates();',
      'cannot be read',
    ),
    file: 'push/requests-near.ts',
  },
  {
    ...near('a repeated call announces nothing again', ' || seen.has(ride._id)', '', 'announced once each'),
    file: 'push/requests-near.ts',
  },
  {
    ...near(
      'idle devices displace nobody',
      '.sort({ seen_at: -1 })\n      .lean<PushSubscriptionDocument[]>()\n      .cursor',
      '.sort({ seen_at: 1 })\n      .lean<PushSubscriptionDocument[]>()\n      .cursor',
      'few accounts',
    ),
    file: 'push/push.repository.ts',
    test: 'push/requests-near.idle.test.ts',
  },
  {
    ...near('the devices of a driver count as one', 'drivers.add(row.user_id)', 'drivers.add(row._id)', 'few accounts'),
    file: 'push/push.repository.ts',
    test: 'push/requests-near.idle.test.ts',
  },
  {
    ...near('expired devices are not counted', ', expires_at: { $not: { $lte: now } }', '', 'few accounts'),
    file: 'push/push.repository.ts',
    test: 'push/requests-near.idle.test.ts',
  },
  {
    ...near('a driver without a profile has no radius', ' && (await profiles.byUser(id))', '', 'is not stored'),
    file: 'push/push.service.ts',
  },
  {
    name: 'inbox: the notice of the completion is read once the ride is rated',
    file: 'notifications/booking-notices.ts',
    find: "idOf(_id, 'ride_completed', userId), ",
    replace: '',
    test: 'notifications/notifications.test.ts',
    only: 'a notification of each step',
  },
  {
    name: 'inbox: no approach is announced long before a scheduled ride',
    file: 'notifications/notifications.policy.ts',
    find: '!scheduled_time || ',
    replace: 'true || !scheduled_time || ',
    test: 'push/push.kinds.test.ts',
    only: 'more than 30 minutes early',
  },
  {
    name: 'inbox: the payment of a ride in review is not due',
    file: 'bookings/bookings.repository.ts',
    find: "      review_status: { $nin: ['pending', 'refused'] },\n",
    replace: '',
    test: 'push/push.kinds.test.ts',
    only: 'in review',
  },
  {
    name: 'inbox: the start of a ride is announced for at most a day',
    file: 'notifications/booking-notices.ts',
    find: ' && now.getTime() - at.getTime() < NEWS_MS',
    replace: '',
    test: 'push/push.kinds.test.ts',
    only: 'from days ago',
  },
  {
    name: 'push: the newest message on a subject arrives last',
    file: 'core/delivery-queue.ts',
    find: ' && isFirst(subject)',
    replace: '',
    test: 'core/delivery-queue.test.ts',
    only: 'arrives last',
  },
];
