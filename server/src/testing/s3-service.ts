import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'papers';
/** The only account that the service knows. */
const ACCOUNT = 'S3RVER';

/** A service with the API of S3, and the environment variables by which the AWS SDK uses it. */
export interface S3Service {
  readonly bucket: string;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts a service with one empty bucket on a free port of this machine. */
export async function startS3Service(): Promise<S3Service> {
  const directory = await mkdtemp(join(tmpdir(), 'boli-s3-'));
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await service.run();
  return {
    bucket: BUCKET,
    environment: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: ACCOUNT,
      AWS_SECRET_ACCESS_KEY: ACCOUNT,
    },
    async close() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
