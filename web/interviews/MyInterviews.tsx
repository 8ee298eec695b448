import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { DriverInterview } from './DriverInterview.tsx';
import { myInterviewsQuery, useChooseTime, useDeclineTimes } from './queries.ts';

/** The driver's upcoming interviews, with the times to choose from. Renders nothing if there are none. */
export function MyInterviews() {
  const { data } = useQuery(myInterviewsQuery());
  const timeZone = useTimeZone();
  const { mutateAsync: choose } = useChooseTime();
  const { mutateAsync: decline } = useDeclineTimes();
  if (!data || data.items.length === 0) return null;
  return (
    <Stack gap="md" id="interviews">
      {data.items.map((interview) => (
        <DriverInterview
          key={interview.id}
          interview={interview}
          timeZone={timeZone}
          choose={(time) => choose({ id: interview.id, time })}
          decline={(answer) => decline({ id: interview.id, answer })}
        />
      ))}
    </Stack>
  );
}
