import {
  getAdminCounts,
  listAuditLog,
  listDeletionRequests,
  listPeople,
} from '#features/admin/admin.contract.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import {
  erasePersonalDataAbout,
  selectAuditLog,
  selectCounts,
  selectDeletionRequests,
  selectPeople,
} from './admin.sql.ts';

const REQUESTS_MAXIMUM = 200;

export const adminRoutes: FeatureRoutes = (app, { database, personalData }) => {
  personalData.declare(
    { table: 'audit_log', column: 'admin_uid', onDeletion: 'anonymous' },
    { table: 'audit_log', column: 'about_uid', onDeletion: 'anonymous', erase: erasePersonalDataAbout },
  );

  app.route({
    ...getAdminCounts,
    handler: () => selectCounts(database, Date.now()),
  });

  app.route({
    ...listAuditLog,
    handler: async ({ query: { before = null, limit } }) => {
      const found = await selectAuditLog(database, { before, limit: limit + 1 });
      const { page: acts, last } = pageOf({ found, limit });
      return { acts, next: last?.id ?? null };
    },
  });

  app.route({
    ...listPeople,
    handler: async ({ query: { q: text, after = null, limit } }) => {
      const found = await selectPeople(database, { text, after, limit: limit + 1, now: Date.now() });
      const { page: people, last } = pageOf({ found, limit });
      return { people, next: last?.uid ?? null };
    },
  });

  app.route({
    ...listDeletionRequests,
    handler: async () => {
      const found = await selectDeletionRequests(database, { limit: REQUESTS_MAXIMUM + 1 });
      return { requests: found.slice(0, REQUESTS_MAXIMUM), hasMore: found.length > REQUESTS_MAXIMUM };
    },
  });
};
