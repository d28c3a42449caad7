/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'nodes: other nodes learn of a domain event',
    file: 'wiring/nodes.ts',
    find: '    publishToNodes({ node: nodeId',
    replace: '    void ({ node: nodeId',
    test: 'nodes.test.ts',
    only: 'a quote reaches',
  },
  {
    name: 'nodes: an event of another version is ignored',
    file: 'wiring/nodes.ts',
    find: `  if (event?.version !== version) return;
`,
    replace: `  if (!event) return;
`,
    test: 'wiring/nodes.test.ts',
    only: 'another version',
  },
  {
    name: 'nodes: all sockets resync after an interruption of Redis',
    file: 'wiring/events.ts',
    find: 'sockets: exchangeSockets, ask_for_sync: requireSync }',
    replace: 'sockets: exchangeSockets, ask_for_sync: () => undefined }',
    test: 'nodes.test.ts',
    only: 'without Redis',
  },
  {
    name: 'nodes: no event waits for Redis',
    file: 'realtime/adapter.ts',
    find: `      if (redisState() === 'ok') publisher.sPublish(channel, message).catch(failed);
      return 0;`,
    replace: '      return publisher.sPublish(channel, message);',
    test: 'nodes.test.ts',
    only: 'does not answer',
  },
  {
    name: 'nodes: a node says that Redis is lost',
    file: 'health/health.routes.ts',
    find: "nodes === 'lost' ? 'degraded' : 'ready'",
    replace: "'ready'",
    test: 'nodes.test.ts',
    only: 'without Redis',
  },
  {
    name: 'nodes: a node that starts asks who is connected to the others',
    file: 'wiring/nodes.ts',
    find: `  domainEvents.emit('presence.asked', {});
`,
    test: 'wiring/nodes.test.ts',
    only: 'asks who is connected',
  },
  {
    name: 'sockets over nodes: those at other nodes count',
    file: 'realtime/socket-counts.ts',
    find: 'ownSockets(userId) + elsewhere >= MAX_SOCKETS',
    replace: 'ownSockets(userId) + elsewhere * 0 >= MAX_SOCKETS',
    test: 'nodes.test.ts',
    only: 'maximum of sockets',
  },
  {
    name: 'sockets over nodes: those that were opened at once are closed',
    file: 'realtime/socket-counts.ts',
    find: '    closeExcess(userId);\n',
    test: 'nodes.test.ts',
    only: 'maximum of sockets',
  },
  {
    name: 'sockets over nodes: one of two nodes keeps its sockets',
    file: 'realtime/socket-counts.ts',
    find: '.filter((node) => node < nodeId)',
    replace: '',
    test: 'nodes.test.ts',
    only: 'maximum of sockets',
  },
  {
    name: 'limits: the limiters of a node count for all nodes',
    file: 'wiring/nodes.ts',
    find: '  if (opened) shareLimiters(opened.limiters);\n',
    test: 'nodes.limits.test.ts',
    only: 'registers at all nodes at once',
  },
  {
    name: 'limits: the first process counts for its workers',
    file: 'workers.ts',
    find: '  new RateLimiterClusterMaster();\n',
    test: 'nodes.limits.test.ts',
    only: 'workers without Redis an address that registers',
  },
  {
    name: 'limits: what an account spends on one node is charged on the others',
    file: 'core/shared-buckets.ts',
    find: '      if (wait === 0) collect(name, who, tokens);\n',
    test: 'nodes.limits.test.ts',
    only: 'refused by the other',
  },
  {
    name: 'limits: no call waits for a Redis that does not answer',
    file: 'core/shared-limiters.ts',
    find: 'if (await within(answers, REDIS_WITHIN_MS)) return reply;',
    replace: 'if (await answers) return reply;',
    test: 'nodes.limits.test.ts',
    only: 'suspended delays no call',
  },
];
