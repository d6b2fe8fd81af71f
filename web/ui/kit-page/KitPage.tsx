import { BookOpen, Check, Navigation, Pencil, Plus, Tv, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TO_VISIT, type VisitStatus } from '#common/visit-status.ts';
import { ApiProblem } from '#web/api.ts';
import { chooseTheme, useTheme } from '#web/browser/appearance.ts';
import { paths } from '#web/paths.ts';
import { SlideMenu } from '#web/shell/SlideMenu.tsx';
import { BottomSheet } from '../BottomSheet.tsx';
import { Button, ExternalLinkButton, LinkButton } from '../Button.tsx';
import type { Snap } from '../bottom-sheet.rules.ts';
import { CategoryIcon } from '../CategoryIcon.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Chip, ChipRow } from '../Chip.tsx';
import { ChoiceTiles } from '../ChoiceTiles.tsx';
import { ColourBars } from '../ColourBars.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { Fab } from '../Fab.tsx';
import { Field } from '../Field.tsx';
import { FieldGroup } from '../FieldGroup.tsx';
import { IconButton } from '../IconButton.tsx';
import { Logo } from '../Logo.tsx';
import { NativeSelect } from '../NativeSelect.tsx';
import { PasswordInput } from '../PasswordInput.tsx';
import { PaywallModal } from '../PaywallModal.tsx';
import { Pill } from '../Pill.tsx';
import { Pin } from '../Pin.tsx';
import { Rating } from '../Rating.tsx';
import { RatingInput } from '../RatingInput.tsx';
import { SkeletonTickets } from '../Skeleton.tsx';
import type { SourceKind } from '../SourceIcon.tsx';
import { Stamp } from '../Stamp.tsx';
import { StatusToggle } from '../StatusToggle.tsx';
import { Tag } from '../Tag.tsx';
import { TagInput } from '../TagInput.tsx';
import { LimitSlots } from '../LimitSlots.tsx';
import { TextArea } from '../TextArea.tsx';
import { TextInput } from '../TextInput.tsx';
import { Ticket, TicketFacts, TicketLink } from '../Ticket.tsx';
import { TicketStub } from '../TicketStub.tsx';
import { showToast } from '../Toast.tsx';

const SCALES = ['g', 'p', 'c', 'r'].map((hue) =>
  [50, 100, 200, 300, 400, 500, 600, 700, 800, 900].map((step) => `var(--${hue}${step})`),
);

const CATEGORIES = [
  'korean',
  'grill',
  'seafood',
  'noodles',
  'soup',
  'japanese',
  'western',
  'asian',
  'fast-food',
  'cafe',
  'bakery',
  'bar',
  'other',
];

/** A page with all components, for review and for the accessibility test. It exists only in development. */
export function KitPage() {
  const theme = useTheme();
  return (
    <main id="content" className="mx-auto max-w-[1240px] px-4 py-5 pb-20">
      <div className="mb-4 flex items-center justify-between">
        <h1 className="type-h1">모먹지 부품</h1>
        <Button look="soft" size="small" onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}>
          {theme === 'dark' ? '밝게' : '어둡게'}
        </Button>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Block title="식권">
          <Tickets />
        </Block>
        <Block title="겹쳐 뜨는 것">
          <Overlays />
        </Block>
        <Block title="단추">
          <Buttons />
        </Block>
        <Block title="목록 불러오는 중">
          <SkeletonTickets count={3} />
        </Block>
        <Block title="빈 목록">
          <EmptyState title="아직 담은 집이 없어요" text="방송에서 본 집 하나만 먼저 담아 볼까요?">
            <Button size="small">맛집 등록</Button>
          </EmptyState>
        </Block>
        <Block title="오프라인">
          <ErrorState error={new ApiProblem({ status: 0, code: 'network.offline' })} onRetry={() => {}} />
        </Block>
        <Block title="오류">
          <ErrorState error={new ApiProblem({ status: 500, code: 'server.failed' })} onRetry={() => {}} />
        </Block>
        <Block title="입력 칸">
          <Fields />
        </Block>
        <Block title="고르기">
          <Choices />
        </Block>
        <Block title="별점">
          <Ratings />
        </Block>
        <Block title="작은 것들">
          <SmallThings />
        </Block>
        <Block title="색">
          {SCALES.map((scale) => (
            <div key={scale[0]} className="mb-2 grid grid-cols-10 overflow-hidden rounded-inner">
              {scale.map((colour) => (
                <i key={colour} className="h-9" style={{ background: colour }} />
              ))}
            </div>
          ))}
        </Block>
      </div>
    </main>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-[20px] border border-line p-[18px]">
      <h2 className="type-caption mb-3 font-semibold text-ink-3">{title}</h2>
      {children}
    </section>
  );
}

function Tickets() {
  const [isVisited, setVisited] = useState(false);
  return (
    <div className="grid gap-2.5">
      <Ticket kind={isVisited ? 'done' : 'todo'}>
        <TicketLink to={paths.home}>
          <TicketFacts
            name="청어와 밤"
            rating={isVisited ? 4.5 : null}
            meta={['해산물·회', '1.3km', '솔내동 천변길 9']}
            source={{ kind: 'person', text: '혜진이 추천' }}
          />
        </TicketLink>
        <TicketStub
          kind={isVisited ? 'done' : 'todo'}
          placeName="청어와 밤"
          visitedOn="4.26"
          onPress={() => setVisited(!isVisited)}
        />
      </Ticket>
      <Ticket kind="done" isSelected>
        <TicketLink to={paths.home}>
          <TicketFacts
            name="서리냉면옥"
            rating={4}
            meta={['면·국수', '1.6km', '달목동 시장안길 41']}
            source={{ kind: 'tv', text: '〈여름의 그릇〉 1화' }}
          />
        </TicketLink>
        <TicketStub kind="done" placeName="서리냉면옥" visitedOn="4.18" onPress={() => {}} />
      </Ticket>
      <Ticket kind="prov">
        <TicketLink to={paths.home}>
          <TicketFacts
            name="아주 아주 긴 이름을 가진 이층양과점 본점"
            meta={['베이커리', '1.1km', '솔내동 솔내로 58']}
            source={{ kind: 'magazine', text: '월간 〈골목밥〉 봄호 31쪽' }}
            aside={<Pill kind="plain">예시</Pill>}
          />
        </TicketLink>
        <TicketStub kind="prov" placeName="이층양과점" onPress={() => {}} />
      </Ticket>
    </div>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'menu' | 'paywall' | 'confirm' | 'sheet' | null>(null);
  const [snap, setSnap] = useState<Snap>('half');
  const close = () => setOpen(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" onClick={() => setOpen('menu')}>
          메뉴 서랍
        </Button>
        <Button look="secondary" size="small" onClick={() => setOpen('paywall')}>
          유료 안내 창
        </Button>
        <Button look="secondary" size="small" onClick={() => setOpen('confirm')}>
          삭제 확인
        </Button>
        <Button look="secondary" size="small" onClick={() => setOpen(open === 'sheet' ? null : 'sheet')}>
          목록 시트
        </Button>
        <Button look="soft" size="small" onClick={() => showToast('리뷰가 등록되었습니다!')}>
          알림
        </Button>
        <Button
          look="soft"
          size="small"
          onClick={() =>
            showToast('맛집이 내 리스트에서 삭제되었습니다.', {
              action: { label: '되돌리기', onPress: () => showToast('되돌렸어요.') },
            })
          }
        >
          되돌리기 알림
        </Button>
        <Button
          look="soft"
          size="small"
          onClick={() => showToast('맛집 추가 실패: 연결이 끊겼어요', { kind: 'alert' })}
        >
          오류 알림
        </Button>
      </div>
      <SlideMenu
        isOpen={open === 'menu'}
        onClose={close}
        nickname="은조님"
        isPaid
        isAdmin={false}
        idLine="ID: eunjo@example.kr"
        unread={3}
        onLogOut={close}
      />
      <PaywallModal isOpen={open === 'paywall'} onClose={close} planned={6} visited={4} />
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onClose={close}
        title="이 맛집을 삭제할까요?"
        text="평점과 한줄평, 사진도 함께 삭제돼요. 일지는 남아요."
        confirmLabel="삭제"
        isDangerous
        onConfirm={close}
      />
      {open === 'sheet' && (
        <BottomSheet
          snap={snap}
          onSnapChange={setSnap}
          screen={{ height: window.innerHeight, covered: 0 }}
          label="내 맛집 목록"
          header={<p className="type-h2 px-4 pb-3">내 맛집 12곳</p>}
        >
          <div className="grid gap-2.5 px-3 pb-3">
            {Array.from({ length: 12 }, (_, position) => (
              <Ticket key={position} kind="todo">
                <TicketLink to={paths.home}>
                  <TicketFacts name={`${position + 1}번째 집`} meta={['면·국수', '420m']} />
                </TicketLink>
                <TicketStub kind="todo" placeName={`${position + 1}번째 집`} onPress={() => {}} />
              </Ticket>
            ))}
          </div>
        </BottomSheet>
      )}
    </>
  );
}

function Buttons() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button>
        <Plus aria-hidden="true" />
        맛집 등록
      </Button>
      <Button look="secondary">취소</Button>
      <Button look="soft">
        <Pencil aria-hidden="true" />
        수정
      </Button>
      <Button look="pink">다녀왔어요</Button>
      <Button look="danger">삭제</Button>
      <Button isBusy>담는 중</Button>
      <Button look="secondary" isBusy>
        동기화 중
      </Button>
      <LinkButton to={paths.home} look="secondary" size="small">
        목록으로
      </LinkButton>
      <ExternalLinkButton href="https://map.naver.com" look="secondary" size="small">
        <Navigation aria-hidden="true" />
        네이버지도에서 열기
      </ExternalLinkButton>
      <Button size="large">무료로 시작하기</Button>
      <IconButton label="확인하기">
        <Check aria-hidden="true" />
      </IconButton>
      <IconButton label="지도 확대" isFloating>
        <Plus aria-hidden="true" />
      </IconButton>
      <Fab to={paths.addRestaurant} label="맛집 등록" />
      <Fab to={paths.addRestaurant} label="맛집 등록하기" isCompact />
    </div>
  );
}

function Fields() {
  const [tags, setTags] = useState(['비오는날', '혼밥가능']);
  return (
    <div className="grid gap-3.5">
      <Field label="닉네임" hint="2자 이상">
        <TextInput placeholder="은조" />
      </Field>
      <Field label="연락처" error={{ code: 'invalid' }}>
        <TextInput defaultValue="02-00" />
      </Field>
      <Field label="비밀번호" error={{ code: 'too_short', params: { minimum: 6 } }}>
        <PasswordInput defaultValue="1234" autoComplete="new-password" />
      </Field>
      <Field label="한 줄">
        <TextArea maximum={2000} defaultValue="국물이 맑고 뒷맛이 깔끔해요." />
      </Field>
      <Field label="태그" hint={`${tags.length}/20개 · 한 개에 20자까지`}>
        <TagInput value={tags} onChange={setTags} maximum={20} maximumLength={20} />
      </Field>
      <Field label="분류">
        <NativeSelect
          options={[
            { value: 'noodles', label: '면·국수' },
            { value: 'soup', label: '국밥·탕' },
          ]}
        />
      </Field>
      <Checkbox label="만 14세 이상입니다" />
      <Checkbox label="약관에 동의합니다" error={{ code: 'required' }} />
    </div>
  );
}

function Choices() {
  const [status, setStatus] = useState<VisitStatus>(TO_VISIT);
  const [source, setSource] = useState<SourceKind | null>('tv');
  const [category, setCategory] = useState('all');
  return (
    <div className="grid gap-4 [--gutter:18px]">
      <StatusToggle value={status} onChange={setStatus} />
      <FieldGroup legend="어디에서 봤어요?">
        <ChoiceTiles
          label="어디에서 봤어요?"
          value={source}
          onChange={setSource}
          options={[
            { value: 'tv', label: 'TV', icon: <Tv aria-hidden="true" /> },
            { value: 'magazine', label: '잡지', icon: <BookOpen aria-hidden="true" /> },
            { value: 'person', label: '지인', icon: <Users aria-hidden="true" /> },
            { value: 'own', label: '직접', icon: <Pencil aria-hidden="true" /> },
          ]}
        />
      </FieldGroup>
      <ChipRow label="분류">
        <Chip isSelected={category === 'all'} onClick={() => setCategory('all')}>
          전체
        </Chip>
        {['noodles', 'soup', 'grill', 'cafe'].map((id) => (
          <Chip key={id} isSelected={category === id} onClick={() => setCategory(id)}>
            <CategoryIcon categoryId={id} />
            {{ noodles: '면·국수', soup: '국밥·탕', grill: '고기·구이', cafe: '카페·디저트' }[id]}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

function Ratings() {
  const [rating, setRating] = useState<number | null>(3.5);
  return (
    <div className="grid justify-items-start gap-2">
      <RatingInput value={rating} onChange={setRating} label="내 평점" />
      <Rating value={4.5} size="large" />
      <p className="type-sub">
        <Rating value={4} />
      </p>
    </div>
  );
}

function SmallThings() {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Pill kind="todo">방문 예정</Pill>
        <Pill kind="done">담음</Pill>
        <Pill kind="prov">추천 맛집</Pill>
        <Pill kind="badge">유료 회원</Pill>
        <Pill kind="danger">없음</Pill>
        <Pill kind="ink">골라 주세요</Pill>
        <Pill kind="plain">예시</Pill>
        <Tag>아침식사</Tag>
        <Tag>혼밥가능</Tag>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Logo className="text-[1.25rem]" />
        <Logo className="text-[1.625rem]" screenColour="var(--c400)" />
        <Stamp date="4.18" />
        <Stamp date="4.18" size="large" />
        <Pin kind="todo" className="h-5" />
        <Pin kind="done" className="h-5" />
        <Pin kind="prov" className="h-5" />
      </div>
      <LimitSlots planned={5} visited={2} />
      <ColourBars />
      <div className="flex flex-wrap gap-3 text-ink-2">
        {CATEGORIES.map((id) => (
          <CategoryIcon key={id} categoryId={id} className="size-5" />
        ))}
      </div>
    </div>
  );
}
