import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { registry } from './core/metrics';
import { root } from './root';
import { readSettings, settingExamples } from './settings';
import { setUpApp } from './testing/set-up';

const textOf = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
const Names = z.record(z.string(), z.unknown());

/** The environment variables that are no setting of the server. */
const unknownSettings = (environment: object) => Object.keys(environment).filter((name) => !(name in settingExamples));

describe('deploy/compose.yml', () => {
  const Service = z.object({
    environment: Names.optional(),
    volumes: z.array(z.string()).default([]),
    depends_on: z
      .union([Names, z.array(z.string()).transform((names) => Object.fromEntries(names.map((n) => [n, {}])))])
      .default({}),
    healthcheck: z.unknown().optional(),
  });
  const Compose = z.object({ services: z.record(z.string(), Service), volumes: Names });
  const { services, volumes } = Compose.parse(parse(textOf('compose.yml'), { merge: true }));
  const servers = Object.entries(services).flatMap(([name, { environment }]) =>
    environment ? [{ name, environment }] : [],
  );

  test('starts two application servers, with settings that exist', () => {
    expect(servers.map(({ name }) => name)).toEqual(['boli-1', 'boli-2']);
    for (const { environment } of servers) expect(unknownSettings(environment)).toEqual([]);
  });

  test('names only services and volumes that it has, and waits only for services with a health check', () => {
    const hasHealth = (name: string) => services[name]?.healthcheck !== undefined || name.startsWith('boli-');
    for (const { depends_on, volumes: mounted } of Object.values(services)) {
      for (const [name, how] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(name);
        if (z.object({ condition: z.literal('service_healthy') }).safeParse(how).success)
          expect(hasHealth(name)).toBe(true);
      }
      const named = mounted.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
      expect(named.filter((name) => !(name in volumes))).toEqual([]);
    }
  });

  test('has a proxy that distributes requests to these servers', () => {
    const upstreams = [...textOf('nginx.conf').matchAll(/^upstream (\S+) {(.*?)^}/gms)];
    expect(upstreams.map(([, name]) => name)).toEqual(['boli', 'boli-live']);
    const all = servers.map(({ name }) => name);
    for (const [, name, lines = ''] of upstreams) {
      const listed = [...lines.matchAll(/^ {2}server (\S+):3000(.*);/gm)].map(([, host, how = '']) => ({ host, how }));
      const [first, backup] = [false, true].map((is) => listed.filter(({ how }) => how.includes('backup') === is));
      expect(first?.map(({ host }) => host)).toEqual(all);
      expect(backup?.map(({ host }) => host)).toEqual(name === 'boli' ? all : []);
    }
  });
});

describe('the proxy of deploy/compose.yml', () => {
  test('has room for the clients of a storm: two connections for each', () => {
    const main = textOf('nginx.main.conf');
    expect(Number(/worker_connections (\d+);/.exec(main)?.[1])).toBeGreaterThanOrEqual(20_000);
    const files = Number(/worker_rlimit_nofile (\d+);/.exec(main)?.[1]);
    expect(files).toBeGreaterThan(Number(/worker_connections (\d+);/.exec(main)?.[1]));
    expect(Number(/listen 443 .*backlog=(\d+);/.exec(textOf('nginx.conf'))?.[1])).toBeGreaterThanOrEqual(4_096);
    const mounted = parse(textOf('compose.yml'), { merge: true }).services.proxy.volumes;
    expect(mounted).toContain('./nginx.main.conf:/etc/nginx/nginx.conf:ro');
    expect(mounted).toContain('./nginx.conf:/etc/nginx/conf.d/default.conf:ro');
  });
});

describe('deploy/kubernetes/boli.yaml', () => {
  const app = setUpApp();
  const parts = parseAllDocuments(textOf('kubernetes/boli.yaml')).map((part) =>
    z.object({ kind: z.string() }).loose().parse(part.toJS()),
  );
  const partOf = <T extends z.ZodType>(kind: string, shape: T) => shape.parse(parts.find((part) => part.kind === kind));

  const Probe = z.object({ httpGet: z.object({ path: z.string() }) });
  const Container = z.object({ startupProbe: Probe, readinessProbe: Probe, livenessProbe: Probe });
  const Pod = z.object({
    metadata: z.object({ labels: Names }),
    spec: z.object({
      terminationGracePeriodSeconds: z.number(),
      securityContext: z.object({ runAsNonRoot: z.literal(true) }),
      containers: z.array(Container).length(1),
    }),
  });
  const { template, selector } = partOf(
    'Deployment',
    z.object({ spec: z.object({ selector: z.object({ matchLabels: Names }), template: Pod }) }),
  ).spec;
  const config = partOf('ConfigMap', z.object({ data: z.record(z.string(), z.string()) })).data;

  test('gives the server only settings that exist and are valid', () => {
    const { stringData } = partOf('Secret', z.object({ stringData: z.record(z.string(), z.string()) }));
    expect(unknownSettings({ ...config, ...stringData })).toEqual([]);
    expect(() => readSettings({ ...config, ...stringData, JWT_SECRET: 'x'.repeat(32) })).not.toThrow();
  });

  test('leaves more than five seconds for the stop after DRAIN_SECONDS', () => {
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(config.DRAIN_SECONDS) + 5);
  });

  test('has probes that the server answers', async () => {
    const [container] = template.spec.containers;
    const paths = Object.values(Container.parse(container)).map(({ httpGet }) => httpGet.path);
    const answers = await Promise.all(paths.map(async (path) => (await fetch(`${app.url}${path}`)).status));
    expect(answers).toEqual([200, 200, 200]);
  });

  test('leaves the number of pods to the autoscaler, which reads a metric that exists', () => {
    const deployment = partOf('Deployment', z.object({ spec: z.object({ replicas: z.unknown().optional() }) }));
    expect(deployment.spec.replicas).toBeUndefined();
    const Metric = z.object({ pods: z.object({ metric: z.object({ name: z.string() }) }).optional() });
    const { metrics } = partOf(
      'HorizontalPodAutoscaler',
      z.object({ spec: z.object({ metrics: z.array(Metric) }) }),
    ).spec;
    const names = metrics.flatMap(({ pods }) => pods?.metric.name ?? []);
    expect(names).toEqual(['socket_connections']);
    expect(registry.getSingleMetric('socket_connections')).toBeDefined();
    expect(textOf('kubernetes/monitoring.yaml')).toContain("seriesQuery: 'socket_connections{");
  });

  test('lets Prometheus read the metrics with the token of the Secret', () => {
    const [monitor] = parseAllDocuments(textOf('kubernetes/monitoring.yaml'));
    const Monitor = z.object({
      spec: z.object({
        selector: z.object({ matchLabels: Names }),
        endpoints: z.array(
          z.object({
            port: z.string(),
            path: z.literal('/metrics'),
            authorization: z.object({ credentials: z.object({ name: z.string(), key: z.literal('METRICS_TOKEN') }) }),
          }),
        ),
      }),
    });
    const { selector: services, endpoints } = Monitor.parse(monitor?.toJS()).spec;
    const Labelled = z.object({
      metadata: z.object({ labels: Names }),
      spec: z.object({ ports: z.array(z.object({ name: z.string() })) }),
    });
    const service = partOf('Service', Labelled);
    expect(service.metadata.labels).toMatchObject(services.matchLabels);
    expect(endpoints.map(({ port }) => port)).toEqual(service.spec.ports.map(({ name }) => name));
    const secret = partOf('Secret', z.object({ metadata: z.object({ name: z.string() }) })).metadata.name;
    expect(endpoints.map(({ authorization }) => authorization.credentials.name)).toEqual([secret]);
  });

  test('selects the pods that it makes', () => {
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    const service = partOf('Service', z.object({ spec: z.object({ selector: Names }) })).spec.selector;
    expect(template.metadata.labels).toMatchObject(service);
  });
});

describe('the monitoring configuration:', () => {
  setUpApp();
  const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });
  const Rules = z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  });
  const { rules } = Rules.parse(parse(textOf('prometheus/alerts.yml'))).groups[0] ?? { rules: [] };
  const { panels } = Dashboard.parse(JSON.parse(textOf('grafana/boli.json')));

  /** The metrics that an expression reads: names with an underscore, except for labels and functions. */
  const metricsOf = (expr: string) =>
    [
      ...expr
        .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)|histogram_quantile/g, ' ')
        .matchAll(/[a-z]+(?:_[a-z0-9]+)+/g),
    ].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));

  test('the dashboard and the alerts read metrics that exist', () => {
    const exprs = [...panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
    const read = [...new Set(exprs.flatMap(metricsOf))];
    expect(read.length).toBeGreaterThan(10);
    const known = registry.getMetricsAsArray().map(({ name }) => name);
    expect(read.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('they use only labels that these metrics have', () => {
    const exprs = [...panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
    const wrong: string[] = [];
    for (const expr of exprs) {
      for (const [, name = '', labels = ''] of expr.matchAll(/([a-z]+(?:_[a-z0-9]+)+)\{([^}]*)\}/g)) {
        const metric = registry
          .getMetricsAsArray()
          .find((each) => each.name === name.replace(/_(bucket|count|sum)$/, ''));
        // Prometheus itself adds `job` and `instance`.
        const known = [
          'job',
          'instance',
          'le',
          ...z.object({ labelNames: z.array(z.string()) }).parse(metric).labelNames,
        ];
        const used = [...labels.matchAll(/([a-z_]+)=/g)].map(([, label = '']) => label);
        wrong.push(...used.filter((label) => !known.includes(label)).map((label) => `${name}{${label}}`));
      }
    }
    expect(wrong).toEqual([]);
    const own = registry
      .getMetricsAsArray()
      .flatMap((metric) => z.object({ labelNames: z.array(z.string()) }).parse(metric).labelNames);
    expect(own.filter((label) => label === 'job' || label === 'instance')).toEqual([]);
  });

  test('every alert is explained for operators', () => {
    const operations = readFileSync(join(root, 'docs', 'OPERATIONS.md'), 'utf8');
    expect(rules.length).toBeGreaterThan(5);
    expect(rules.filter(({ alert }) => !operations.includes(`\`${alert}\``))).toEqual([]);
  });
});
