import { m } from '#messages';

export function Television() {
  return (
    <div className="television">
      <Drawing />
      <p className="television-caption">
        {m.site_tv_programme()}
        <span>{m.site_tv_caption()}</span>
      </p>
      <p className="television-rerun">{m.site_tv_rerun()}</p>
    </div>
  );
}

function Drawing() {
  return (
    <svg viewBox="0 0 600 640" aria-hidden="true">
      <defs>
        <clipPath id="screen">
          <rect x="62" y="52" width="476" height="336" rx="34" />
        </clipPath>
        <clipPath id="bowl">
          <circle cx="292" cy="232" r="130" />
        </clipPath>
      </defs>
      <g fill="var(--g600)">
        <rect x="20" y="10" width="560" height="420" rx="72" />
        <rect x="264" y="420" width="72" height="120" />
        <rect x="60" y="522" width="480" height="84" rx="42" />
      </g>
      <rect x="50" y="40" width="500" height="360" rx="46" fill="var(--g900)" />
      <g clipPath="url(#screen)">
        <Table />
        <Bowl />
        <Caption />
      </g>
      <rect x="112" y="556" width="376" height="16" rx="8" fill="var(--g800)" />
    </svg>
  );
}

function Table() {
  return (
    <>
      <path fill="#d3a878" d="M62 52h476v336H62z" />
      <path
        d="M62 98c150-6 330 8 476 0M62 150c160 8 300-6 476 2M62 205c140-5 340 6 476-2M62 262c170 7 310-7 476 0M62 318c150-6 320 6 476 0"
        fill="none"
        stroke="#000"
        strokeOpacity=".08"
        strokeWidth="2"
      />
      <g fill="#000" fillOpacity=".2">
        <circle cx="114" cy="114" r="57" />
        <circle cx="308" cy="250" r="160" />
        <circle cx="522" cy="318" r="50" />
      </g>
      <circle cx="106" cy="104" r="57" fill="#f4f1ea" />
      <circle cx="106" cy="104" r="48" fill="#e9e2d5" />
      <path
        d="M84 84h26v18H84zM112 100l22 12-9 16-22-11zM82 108l24 6-5 19-24-7zM104 76l20-10 9 17-21 10zM120 128l-3 18-20-5 5-17z"
        fill="#e2603c"
      />
      <circle cx="514" cy="310" r="50" fill="#f4f1ea" />
      <circle cx="514" cy="310" r="41" fill="#e9e2d5" />
      <path d="M494 296h22v14h-22zM508 316h20v14h-20zM490 318h14v13h-14z" fill="#ffd24a" />
      <path d="M522 60l-30 178M538 66l-32 176" stroke="#ece7dd" strokeWidth="7" strokeLinecap="round" />
    </>
  );
}

function Bowl() {
  return (
    <>
      <circle cx="292" cy="232" r="158" fill="#fff" />
      <circle cx="292" cy="232" r="152" fill="none" stroke="#000" strokeOpacity=".06" strokeWidth="4" />
      <circle cx="292" cy="232" r="130" fill="#ead9a6" />
      <g clipPath="url(#bowl)" fill="none" strokeLinecap="round">
        <path d={NOODLES} stroke="#d9c27e" strokeWidth="13" />
        <path d={NOODLES} stroke="#fbf3d9" strokeWidth="9" />
        <g strokeWidth="9">
          <path d="M232 168l40 26M330 300l46-10M222 290l34-24" stroke="#e8943a" />
          <path d="M340 168l44 18M206 250l-6-44M296 330l-40 14" stroke="#5f9e4a" />
        </g>
        <g stroke="#8dc46b" strokeWidth="5">
          <circle cx="318" cy="182" r="10" />
          <circle cx="240" cy="236" r="10" />
          <circle cx="352" cy="252" r="10" />
          <circle cx="276" cy="298" r="8" />
          <circle cx="268" cy="142" r="8" />
        </g>
      </g>
      <g fill="#5d4c40" stroke="#cbb9a4" strokeWidth="2">
        <path d="M272 214q26-34 50 0-22 22-50 0zM316 268q8-40 44-26-2 32-44 26zM226 206q-18-36 18-48 16 30-18 48zM282 276q-34 8-42-26 34-10 42 26z" />
      </g>
      <g stroke="#fff" strokeOpacity=".55" strokeWidth="9" fill="none" strokeLinecap="round">
        <path d="M254 92q-16-20 0-40M292 84q-16-20 0-40M330 92q-16-20 0-40" />
      </g>
    </>
  );
}

const NOODLES =
  'M180 210c50-60 150-70 210 10M186 250c40-90 170-80 200 0M200 290c20-70 150-90 190-10M230 330c0-60 110-80 140-10M200 180c60 10 120 60 130 150M260 120c50 40 90 100 60 190M330 120c-60 40-120 90-110 180M390 170c-70 10-150 60-150 160M180 240c70-20 150 0 210 60';

/**
 * The background of the caption. The text is HTML above the SVG, because each text size in an SVG needs its own font
 * request.
 */
const Caption = () => (
  <>
    <path fill="var(--r900)" fillOpacity=".9" d="M62 318h476v70H62z" />
    <path fill="var(--c400)" d="M62 318h8v70h-8z" />
  </>
);
