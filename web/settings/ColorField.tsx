import { Radio, SimpleGrid, Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { companyColor, companyColors } from '#shared/companies/company-colors.ts';
import { ColorDot } from './ColorDot.tsx';
import classes from './ColorField.module.css';

type Props = { value: string; onChange: (code: string) => void; companyName: string };

/** One of the checked colours, with what drivers will see of it. */
export function ColorField({ value, onChange, companyName }: Props) {
  const { accent, onAccent } = companyColor(value);
  const sample = { '--sample-accent': accent, '--sample-onAccent': onAccent } as CSSProperties;
  return (
    <div>
      <Radio.Group
        label="Color"
        description="Accent color for your job pages and your company portal."
        value={value}
        onChange={onChange}
      >
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" mt="xs">
          {companyColors.map(({ code, label, accent: color }) => (
            <Radio.Card key={code} value={code} className={classes.choice} aria-label={label}>
              <ColorDot color={color} />
              {label}
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <div className={classes.sample} style={sample} aria-hidden>
        <Text size="sm" fw={600}>
          {companyName || 'Your company'}
        </Text>
        <span className={classes.button}>Apply</span>
      </div>
    </div>
  );
}
