import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type EndpointShape, successStatus } from '@boli/shared/core/endpoint';
import { ErrorBody } from '@boli/shared/core/errors';
import { endpointsByNoun } from '@boli/shared/endpoints';
import express, { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { root } from '../root';
import { VERSION } from '../version';
import { paidByAddress } from './budget';
import { chooseEncoding, staticFiles } from './precompressed';

type Json = Record<string, unknown>;

/** Generates the OpenAPI 3.1 document from the endpoint values. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [noun, endpoints] of Object.entries(endpointsByNoun)) {
    for (const [name, shape] of Object.entries<EndpointShape>(endpoints)) {
      paths[shape.path] = { ...paths[shape.path], [shape.method]: operation(`${noun}.${name}`, noun, shape) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Boli', version: VERSION, description: 'Local cab marketplace: customers ask, drivers bid.' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
    paths,
  };
}

function operation(operationId: string, tag: string, shape: EndpointShape): Json {
  const body = requestBody(shape);
  return {
    operationId,
    tags: [tag],
    summary: shape.summary,
    ...(shape.cost && { 'x-cost': shape.cost }),
    description: Array.isArray(shape.access) ? `For: ${shape.access.join(', ')}.` : '',
    security: shape.access === 'public' ? [] : [{ token: [] }],
    parameters: parameters(shape),
    ...(body && { requestBody: body }),
    responses: responses(shape),
  };
}

function parameters(shape: EndpointShape): Json[] {
  const listed = [
    ...fieldsOf(shape.params).map((field) => ({ ...field, in: 'path', required: true })),
    ...fieldsOf(shape.query).map((field) => ({ ...field, in: 'query' })),
  ];
  if (!shape.idempotent) return listed;
  return [...listed, { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }];
}

function fieldsOf(schema: z.ZodObject | undefined): { name: string; required: boolean; schema: unknown }[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    schema: field,
  }));
}

function requestBody(shape: EndpointShape): Json | null {
  if (!shape.body) return null;
  const schema = schemaOf(shape.body, 'input');
  if (!shape.form)
    return { required: !shape.body.safeParse(undefined).success, content: { 'application/json': { schema } } };
  const files = Object.fromEntries(shape.form.files.map((name) => [name, { type: 'string', format: 'binary' }]));
  const properties = { ...(typeof schema.properties === 'object' ? schema.properties : {}), ...files };
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
}

function responses(shape: EndpointShape): Json {
  const success = {
    description: shape.list ? 'A page; X-Total-Count is the number of all rows' : 'Success',
    ...(shape.reply && { content: { 'application/json': { schema: schemaOf(shape.reply, 'output') } } }),
  };
  const failure = {
    description: 'Failure',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  return {
    [successStatus(shape)]: success,
    ...(shape.repeatStatus && { [shape.repeatStatus]: success }),
    default: failure,
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Boli API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
const start = "window.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui' });\n";

/**
 * Mounts `/api/openapi.json` and its page at `/api/docs`, which loads nothing from other origins. Requests for them are
 * charged to the caller's address.
 */
export function openApiRoutes(router: Router): void {
  router.use(['/openapi.json', '/docs'], paidByAddress);
  let document: ReturnType<typeof preparedDocument> | null = null;
  router.get('/openapi.json', (request, response) => {
    document ??= preparedDocument();
    const encoding = chooseEncoding(request, response);
    if (encoding) response.set('Content-Encoding', encoding);
    response.type('json').send(document[encoding ?? 'identity']);
  });
  router.get('/docs', (_request, response) => {
    response.type('html').send(page);
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('js').send(start);
  });
  const served = ['/swagger-ui.css', '/swagger-ui-bundle.js'];
  const built = staticFiles(join(root, 'server', 'dist', 'docs'), { index: false });
  // A server that runs from its sources has no build output.
  const unbuilt = express.static(dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'))), {
    index: false,
  });
  const ofPage: RequestHandler = (request, _response, next) =>
    next(served.includes(request.path) ? undefined : 'router');
  router.use('/docs', Router().use(ofPage, built, unbuilt));
}

/** The document in each encoding, prepared once because it takes 4 ms. */
function preparedDocument() {
  const identity = Buffer.from(JSON.stringify(openApiDocument()));
  return { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) };
}
