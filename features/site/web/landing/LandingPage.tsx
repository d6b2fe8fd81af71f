import { SiteFooter } from '../pages/SiteFooter.tsx';
import { Counts } from './Counts.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { JournalPromotion } from './JournalPromotion.tsx';
import { Pricing } from './Pricing.tsx';
import { ProblemAndSolution } from './ProblemAndSolution.tsx';
import { Steps } from './Steps.tsx';

export function LandingPage() {
  return (
    <>
      <main id="content" tabIndex={-1} data-landing>
        <Hero />
        <Counts />
        <ProblemAndSolution />
        <Features />
        <Steps />
        <Pricing />
        <JournalPromotion />
      </main>
      <SiteFooter />
    </>
  );
}
