import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import type { AdminPerson } from '#features/admin/admin.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { peopleQuery } from './people.queries.ts';
import { MoreButton } from '#web/admin/MoreButton.tsx';
import { Facts } from '#web/admin/Facts.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { AdminSearch } from '#web/admin/AdminSearch.tsx';

/** The section of the members. It shows no content of members' lists. */
export function PeopleSection() {
  const { q = '' } = useSearch({ from: '/admins/app/admin/{-$section}' });
  const query = useInfiniteQuery(peopleQuery(q));
  return (
    <>
      <AdminSearch label={m.admin_people_search()} />
      <QueryResult query={query}>
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people);
          if (people.length === 0)
            return <EmptyState title={m.admin_people_none()} text={m.admin_other_words()} />;
          return (
            <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
              {people.map((person) => (
                <PersonItem key={person.uid} person={person} />
              ))}
            </ul>
          );
        }}
      </QueryResult>
      <MoreButton query={query} />
    </>
  );
}

function PersonItem({ person }: { person: AdminPerson }) {
  const { nickname, email, emailVerified, tier, paidUntil, createdAt, links, journalEntries, reviews } =
    person;
  return (
    <li className="grid gap-x-4 gap-y-1.5 py-3.5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="type-body min-w-0 font-bold">{nickname || email}</b>
          <Pill kind={tier === 'paid' ? 'badge' : 'plain'}>
            {tier === 'paid' ? m.admin_tier_paid() : m.admin_tier_free()}
          </Pill>
          {!emailVerified && <Pill kind="plain">{m.admin_email_unverified()}</Pill>}
        </div>
        <p className="type-caption wrap-anywhere text-ink-2">{email}</p>
        <Facts
          className="type-caption text-ink-3"
          facts={[
            m.admin_joined({ day: dateOf(createdAt, { zone: KOREA }) }),
            paidUntil !== null && m.admin_paid_until({ day: dateOf(paidUntil, { zone: KOREA }) }),
          ]}
        />
      </div>
      <Facts
        className="type-sub text-ink-2"
        facts={m
          .admin_person_counts({
            links: numberOf(links),
            entries: numberOf(journalEntries),
            reviews: numberOf(reviews),
          })
          .split(' · ')}
      />
    </li>
  );
}
