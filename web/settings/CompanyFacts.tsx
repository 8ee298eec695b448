import { Group, SimpleGrid, Stack, Text, ColorSwatch } from '@mantine/core';
import type { ReactNode } from 'react';
import { billingTypes, companyTypes, labelOf } from '#shared/catalogues.ts';
import { companyColor } from '#shared/companies/company-colors.ts';
import { LogoPicture } from '#web/company/LogoPicture.tsx';
import type { Company } from '#web/company/queries.ts';
import { EmailText, PhoneLink } from '#web/ui/Values.tsx';

import { Section } from '#web/ui/Section.tsx';
import { fieldLabels, flagNames, flagWords, shown, valuesOf } from './company-settings-form.ts';

/** The settings for those who see them. */
export function CompanyFacts({ company }: { company: Company }) {
  const values = valuesOf(company);
  const color = companyColor(company.colorTemplate);
  return (
    <>
      <Section title="Company">
        <Stack gap="lg">
          <LogoPicture url={company.logoUrl} alt={`${company.companyName} logo`} />
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" m={0}>
            {(['companyName', 'size', 'email', 'phone'] as const).map((field) => (
              <Fact key={field} term={fieldLabels[field]}>
                {field === 'email' ? (
                  <EmailText email={values.email} />
                ) : field === 'phone' ? (
                  <PhoneLink digits={company.phone} />
                ) : (
                  shown(field, values)
                )}
              </Fact>
            ))}
            <Fact term={fieldLabels.colorTemplate}>
              <Group gap="xs" component="span">
                <ColorDot color={color.accent} />
                {color.label}
              </Group>
            </Fact>
            <Terms company={company} />
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title="Hiring">
        <SimpleGrid component="dl" cols={1} spacing="md" m={0}>
          {flagNames.map((flag) => (
            <Fact key={flag} term={flagWords[flag].label} note={flagWords[flag].hint}>
              {values[flag] ? 'On' : 'Off'}
            </Fact>
          ))}
        </SimpleGrid>
      </Section>
    </>
  );
}

/** What only Haulboard changes (`product: Companies`). */
export function Terms({ company }: { company: Company }) {
  return (
    <>
      <Fact term="Type">{labelOf(companyTypes, company.type)}</Fact>
      <Fact term="Billing">{labelOf(billingTypes, company.billingType)}</Fact>
    </>
  );
}

function Fact({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {term}
      </Text>
      <Text component="dd" size="sm" fw={550} m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
        {note ? (
          <Text span display="block" size="xs" c="dimmed" fw={400}>
            {note}
          </Text>
        ) : null}
      </Text>
    </div>
  );
}

/** A colour of the palette; its name stands beside it. */
export function ColorDot({ color }: { color: string }) {
  return <ColorSwatch component="span" color={color} size="1.125rem" withShadow={false} aria-hidden />;
}
