import { endpoint } from '../core/endpoint';
import { AppConfig, FileParams, FileQuery } from './app.schema';

export const readConfig = endpoint({
  method: 'get',
  path: '/config',
  access: 'public',
  reply: AppConfig,
  summary: 'The configuration that a client needs when it starts',
});
export const readFile = endpoint({
  method: 'get',
  path: '/files/{id}',
  access: 'public',
  params: FileParams,
  query: FileQuery,
  reply: null,
  status: 200,
  summary: 'A document, by its signed address',
});
