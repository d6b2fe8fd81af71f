/** Opens the cluster in the folder of the first argument, and holds it until standard input ends. */
import { openEmbeddedPostgres } from '../embedded-postgres.ts';

const [dataFolder = '', settings = '{}'] = process.argv.slice(2);
try {
  const postgres = await openEmbeddedPostgres({ dataFolder, settings: JSON.parse(settings) });
  console.log(JSON.stringify({ connectionString: postgres.connectionString }));
  process.stdin.resume();
  process.stdin.once('end', async () => {
    await postgres.stop();
    process.exit();
  });
} catch (error) {
  console.log(JSON.stringify({ problem: (error as Error).message }));
  process.exitCode = 1;
}
