import { Eye, Link2, type LucideIcon, MapPin, RadioTower, Search, Tag, Ticket, Tv } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { Pin } from '#web/ui/Pin.tsx';
import { Rating } from '#web/ui/Rating.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { Section } from './Section.tsx';

export function Features() {
  return (
    <Section id="six" title={[m.site_six_title(), m.site_six_title_end()]}>
      <ul className="grid gap-2 sm:grid-cols-2 sm:gap-3 lg:grid-cols-3 lg:gap-5">
        <Feature
          icon={Search}
          title={m.site_feature_search()}
          text={m.site_feature_search_text()}
          tint="bg-todo-tint"
        >
          <Chip>
            <Search />
            <b>ㄴㅇㅁ</b>
          </Chip>
          <Chip>
            <span>
              <mark>{m.site_feature_search_found()}</mark> {m.site_feature_search_rest()}
            </span>
          </Chip>
        </Feature>
        <Feature
          icon={MapPin}
          title={m.site_feature_map()}
          text={m.site_feature_map_text()}
          tint="bg-prov-tint"
        >
          {(['todo', 'done', 'prov'] as const).map((kind) => (
            <Pin key={kind} kind={kind} className="h-[58px] w-10" />
          ))}
        </Feature>
        <Feature
          icon={Ticket}
          title={m.site_feature_stamp()}
          text={m.site_feature_stamp_text()}
          tint="bg-done-tint"
        >
          <span className="scale-125">
            <Stamp date={m.site_stamp_day()} size="large" />
          </span>
        </Feature>
        <Feature
          icon={Tv}
          title={m.site_feature_source()}
          text={m.site_feature_source_text()}
          tint="bg-done-tint"
        >
          <Chip>
            <Tv />
            {m.site_tv_programme()}
          </Chip>
          <Chip>
            <Tag />
            {m.site_feature_source_tag()}
          </Chip>
        </Feature>
        <Feature
          icon={RadioTower}
          title={m.site_feature_provided()}
          text={m.site_feature_provided_text()}
          tint="bg-prov-tint"
        >
          <Pin kind="prov" className="h-[58px] w-10" />
          <Chip>
            <Rating value={4.6} />
          </Chip>
        </Feature>
        <Feature
          icon={Link2}
          title={m.site_feature_share()}
          text={m.site_feature_share_text()}
          tint="bg-todo-tint"
        >
          <Chip>
            <Link2 />
            {m.site_feature_share_list()}
          </Chip>
          <Chip>
            <Eye />
            {m.site_feature_share_open()}
          </Chip>
        </Feature>
      </ul>
    </Section>
  );
}

/** A card with a picture. On a phone, it is a row with an icon. */
function Feature({
  icon: Icon,
  title,
  text,
  tint,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  tint: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-3.5 rounded-[20px] bg-surface p-4 [box-shadow:var(--sh-1)] sm:block sm:p-5">
      <span
        className={`grid size-11 flex-none place-items-center rounded-inner sm:hidden ${tint}`}
        aria-hidden="true"
      >
        <Icon className="size-5" />
      </span>
      <div className={`feature-picture max-sm:hidden ${tint}`} aria-hidden="true">
        {children}
      </div>
      <div className="sm:mt-[18px]">
        <h3 className="mb-1 text-[1.125rem] leading-6 font-bold tracking-[-.02em]">{title}</h3>
        <p className="type-sub text-ink-2">{text}</p>
      </div>
    </li>
  );
}

const Chip = ({ children }: { children: ReactNode }) => <span className="feature-chip">{children}</span>;
