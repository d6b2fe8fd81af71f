/** A process that sends mails until the test kills it. The arguments are the database URL and the SMTP port. */
import pino from 'pino';
import { openDatabase } from '#server/database/database.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createMailer } from './mail.ts';
import { smtpTransport } from './mail-transports.ts';

const [connectionString = '', smtpPort] = process.argv.slice(2);
const { database, pool } = openDatabase({ connectionString });
const jobs = createJobs({ database, pool });
createMailer({
  jobs,
  log: pino({ level: 'silent' }),
  transports: [smtpTransport(`smtp://127.0.0.1:${smtpPort}`)],
  from: '모먹지 <hello@example.com>',
});
console.log('working');
await jobs.runDue();
