import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '#web/api/errors.ts';

type Props = {
  icon: Icon;
  label: string;
  onChoose: () => Promise<unknown>;
};

/** A button for another way to sign in. If it fails, the reason is shown below the button. */
export function SignInOptionButton({ icon: OptionIcon, label, onChoose }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const choose = async () => {
    setProblem(null);
    setIsPending(true);
    await onChoose().catch((failure: unknown) => setProblem(errorText(failure)));
    setIsPending(false);
  };
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="sm"
        leftSection={<OptionIcon size={18} aria-hidden />}
        loading={isPending}
        onClick={() => void choose()}
      >
        {label}
      </Button>
      {problem ? (
        <p role="alert" style={{ color: 'var(--mantine-color-error)' }}>
          {problem}
        </p>
      ) : null}
    </>
  );
}
