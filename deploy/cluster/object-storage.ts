/** Object storage with the S3 protocol for a cluster on this machine: `node object-storage.ts PORT DIRECTORY`. */
import S3rver from '@20minutes/s3rver';

const [port, directory = ''] = process.argv.slice(2);
await new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name: 'photos' }],
}).run();
