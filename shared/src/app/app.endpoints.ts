import { endpoint } from '../core/endpoint';
import { AppConfig, FileParams, FileQuery } from './app.schema';

export const readConfig = endpoint({
  method: 'get',
  path: '/config',
  access: 'public',
  reply: AppConfig,
  summary: 'What a client must know at start',
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
