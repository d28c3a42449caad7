import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { AppError } from '../core/errors';
import { logger } from '../core/logger';
import { type FileStorage, isFileId } from './storage';

/**
 * Milliseconds after which an attempt to connect, or a silent connection, counts as failed; the SDK then tries twice
 * more.
 */
const CONNECT_WITHIN_MS = 2_000;
const SILENT_MS = 10_000;
const RETRY_AFTER_SECONDS = 3;

/** The bucket and the beginning of every key, from an address such as `s3://bucket/folder`. */
export interface S3Place {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

/** Reads `s3://bucket/prefix`. */
export function s3Place(uri: string): S3Place {
  const { hostname, pathname } = new URL(uri);
  const path = pathname.replace(/^\/+|\/+$/g, '');
  return { bucket: hostname, prefix: path === '' ? '' : `${path}/` };
}

/**
 * Files in a bucket of Amazon S3 or a service with its API. Region, credentials and address of the service are the AWS
 * SDK's own settings, such as `AWS_REGION`, `AWS_ACCESS_KEY_ID` and `AWS_ENDPOINT_URL_S3`. The SDK is loaded at the
 * first use, because few installations need it.
 */
export function s3Storage(uri: string): FileStorage {
  const { bucket, prefix } = s3Place(uri);
  const all = { Bucket: bucket, ...(prefix !== '' && { Prefix: prefix }) };
  const keyOf = (id: string) => `${prefix}${id}`;
  let loading: ReturnType<typeof openClient> | null = null;
  const s3 = () => {
    loading ??= openClient();
    return loading;
  };
  return {
    name: uri,

    async prepare() {
      const { client, commands } = await s3();
      await client.send(new commands.HeadBucketCommand({ Bucket: bucket })).catch((error: Error) => {
        // The answer to HEAD has no text, so the message of the SDK says nothing.
        throw new Error(`the bucket ${bucket} cannot be used (${error.name})`, { cause: error });
      });
    },

    async put(id, bytes) {
      const { client, commands } = await s3();
      const object = { Bucket: bucket, Key: keyOf(id), Body: bytes };
      await client.send(new commands.PutObjectCommand(object)).catch(failAsUnavailable);
    },

    async open(id) {
      const { client, commands } = await s3();
      const which = { Bucket: bucket, Key: keyOf(id) };
      const found = await client
        .send(new commands.HeadObjectCommand(which))
        .catch(ignoreAbsent)
        .catch(failAsUnavailable);
      if (!found) return null;
      return {
        size: found.ContentLength ?? 0,
        read: (range) => download({ ...which, ...(range && { Range: `bytes=${range.start}-${range.end}` }) }, s3()),
      };
    },

    async *list(olderThanMs) {
      const { client, commands } = await s3();
      const isOld = (at: Date | undefined) =>
        olderThanMs === undefined || (at !== undefined && Date.now() - at.getTime() > olderThanMs);
      for await (const page of commands.paginateListObjectsV2({ client }, all)) {
        const old = (page.Contents ?? []).filter(({ LastModified }) => isOld(LastModified));
        // The bucket may hold other objects, too.
        yield old.map(({ Key = '' }) => Key.slice(prefix.length)).filter(isFileId);
      }
    },

    async remove(ids) {
      const { client, commands } = await s3();
      for (const id of ids) {
        const object = { Bucket: bucket, Key: keyOf(id) };
        await client.send(new commands.DeleteObjectCommand(object)).catch(failAsUnavailable);
      }
    },
  };
}

type Opened = { client: S3Client; commands: typeof import('@aws-sdk/client-s3') };

async function openClient(): Promise<Opened> {
  const commands = await import('@aws-sdk/client-s3');
  const client = new commands.S3Client({
    // The address of a self-hosted service has no subdomain for each bucket.
    forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined || process.env.AWS_ENDPOINT_URL !== undefined,
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: SILENT_MS },
    // Services with the API of S3 refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, commands };
}

/** A stream of the object; a failure before the first byte is an `error` of the stream, too. */
function download(which: GetObjectCommandInput, opened: Promise<Opened>): Readable {
  const through = new PassThrough();
  const fill = async () => {
    const { client, commands } = await opened;
    const { Body } = await client.send(new commands.GetObjectCommand(which));
    if (!(Body instanceof Readable)) throw new Error('the object has no content');
    await pipeline(Body, through);
  };
  fill().catch((error: Error) => through.destroy(error));
  return through;
}

function ignoreAbsent(error: unknown): null {
  if (error instanceof Error && (error.name === 'NotFound' || error.name === 'NoSuchKey')) return null;
  throw error;
}

/** Throws 503: the caller can do nothing about a storage that refuses or does not answer, but may try again. */
function failAsUnavailable(error: unknown): never {
  logger.error({ err: error }, 'the storage of uploads cannot be used');
  throw new AppError(503, 'common.unavailable', { retryAfter: RETRY_AFTER_SECONDS });
}
