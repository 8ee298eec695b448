import { benefits, endorsements, type HomeTime, type JobType, labelOf, salaryTypes } from '#shared/catalogues.ts';
import { formatsIn } from '#shared/format.ts';
import { requiredExperienceText } from '#shared/matching/experience.ts';
import { fieldText } from '#shared/resource.ts';
import type { TextWriter } from '#shared/texts/texts.ts';
import { type DescriptionFacts, factFields, type FactName } from './description-facts.ts';
import { requiredClassText } from './unmet-requirements.ts';

const jobSentences: Record<JobType, string> = {
  dryVan: 'You haul freight in dry van trailers.',
  flatBed: 'You haul loads on flatbed trailers and secure them.',
  tanker: 'You haul liquid or bulk loads in tank trailers.',
  reefer: 'You haul temperature-controlled freight in reefer trailers.',
  garbageTruck: 'You drive a garbage truck on collection routes.',
  mixer: 'You drive a mixer truck and deliver concrete.',
  refrigeratedFreight: 'You haul refrigerated freight and keep it at the right temperature.',
  bus: 'You drive a bus and carry passengers safely.',
  readyMixer: 'You drive a ready-mix truck and deliver concrete.',
  hotShot: 'You haul hot shot loads that have to arrive on time.',
  rollOff: 'You deliver and pick up roll-off containers.',
  dumpTruck: 'You haul loose material in a dump truck.',
  livestockCarrier: 'You haul livestock and look after the animals on the road.',
  ownerOperator: 'This job is for owner-operators who drive their own truck.',
  otherExperience: 'You drive a commercial vehicle.',
};

const homeTimeSentences: Record<HomeTime, string> = {
  HD: 'You are home every day.',
  HW: 'You are home every week.',
  D2: 'You are home every night.',
  D3: 'You are home every weekend.',
  D4: 'You are home every 2 weeks.',
  D5: 'You are home every 3 weeks.',
  D6: 'You are home every 4 weeks.',
  O: 'Ask us about home time.',
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** `$1,500 per week`, or `28% of the load`. */
function payText({ expectedPay, salaryType }: DescriptionFacts, write: TextWriter): string | null {
  if (!expectedPay) return null;
  if (salaryType === 'percentage') return `${formatsIn(write.language).number(expectedPay)}% of the load`;
  return [formatsIn(write.language).money(expectedPay, true), salaryType ? labelOf(salaryTypes, salaryType, write) : '']
    .join(' ')
    .trim();
}

const bonusText = (dollars: number | null | undefined, write: TextWriter) =>
  dollars ? formatsIn(write.language).money(dollars, true) : null;

type Section = { heading: string; lines: (string | null | false | undefined)[] };

function sectionsOf(facts: DescriptionFacts, write: TextWriter): Section[] {
  const { title, jobType, cdlClass, homeTime, requiredExperience, additionalExperience } = facts;
  const pay = payText(facts, write);
  const [signOn, starting] = [bonusText(facts.signonBonus, write), bonusText(facts.startingBonus, write)];
  const benefitItems = (facts.benefits ?? []).map((code) => `- ${labelOf(benefits, code, write)}`);
  const endorsementNames = (facts.endorsements ?? []).map((code) => labelOf(endorsements, code, write));
  const experience = requiredExperience && requiredExperienceText(requiredExperience, write);
  return [
    {
      heading: 'The job',
      lines: [
        title ? `We are hiring: ${sentence(title)}` : 'We are hiring drivers.',
        jobType && jobSentences[jobType],
        facts.driverUnload && 'Drivers unload the freight.',
      ],
    },
    {
      heading: benefitItems.length > 0 ? 'Pay and benefits' : 'Pay',
      lines: [
        pay && `The expected pay is ${pay}.`,
        signOn && `We pay a sign-on bonus of ${signOn}.`,
        starting && `We pay a starting bonus of ${starting}.`,
        ...benefitItems,
      ],
    },
    { heading: 'Home time', lines: [homeTime && homeTimeSentences[homeTime]] },
    {
      heading: 'Requirements',
      lines: [
        cdlClass && jobType && `- ${requiredClassText({ jobType, cdlClass }, write)}`,
        experience && (requiredExperience === 'CS' ? '- Current students can apply' : `- ${experience} of driving experience`),
        additionalExperience && `- ${additionalExperience}`,
        endorsementNames.length > 0 && `- Endorsements: ${endorsementNames.join(', ')}`,
      ],
    },
    { heading: 'How to apply', lines: ['Send us your application today.'] },
  ];
}

/**
 * A description from the facts alone, in English: job descriptions are not translated. Each line is a paragraph, a heading
 * (`## `) or a list item (`- `).
 */
export function composeDescription(facts: DescriptionFacts, write: TextWriter): string {
  return sectionsOf(facts, write)
    .map(({ heading, lines }) => ({ heading, lines: lines.filter((line) => typeof line === 'string') }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => [`## ${heading}`, ...lines].join('\n'))
    .join('\n');
}

/** The facts as lines such as `Home time: Every weekend`, which an AI service gets and its draft is checked against. */
export function factsText(facts: DescriptionFacts, write: TextWriter): string {
  const shown: Partial<Record<FactName, string | null>> = {
    cdlClass: facts.cdlClass ? fieldText(factFields.cdlClass, facts.cdlClass, write) : null,
    driverUnload: facts.driverUnload ? fieldText(factFields.driverUnload, true, write) : null,
    expectedPay: payText(facts, write),
    salaryType: null,
    signonBonus: bonusText(facts.signonBonus, write),
    startingBonus: bonusText(facts.startingBonus, write),
  };
  return (Object.keys(factFields) as FactName[])
    .flatMap((name) => {
      const value = name in shown ? shown[name] : fieldText(factFields[name], facts[name], write);
      return value ? [`${write(factFields[name].label)}: ${value}`] : [];
    })
    .join('\n');
}
