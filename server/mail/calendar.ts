import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** A calendar entry that is attached to an email. The same `id` with a higher `sequence` replaces the earlier entry. */
export type CalendarEntry = {
  id: string;
  sequence: number;
  /** ISO 8601. */
  startsAt: string;
  minutes: number;
  title: string;
  place: string | null;
  description: string;
  url: string;
  isCanceled: boolean;
};

type Addresses = {
  /** The sender of our emails. Answers of calendar programs go there, so that neither side gets the other's address. */
  organizer: string;
  attendee: string;
};

/**
 * The entry in the format of RFC 5545, for the attachment `interview.ics`. Calendar programs apply a request and a cancellation to
 * their entry (RFC 5546), which needs the organizer and the attendee.
 */
export function writeCalendar(
  { id, sequence, startsAt, minutes, title, place, description, url, isCanceled }: CalendarEntry,
  { organizer, attendee }: Addresses,
) {
  const start = new Date(startsAt);
  const calendar = ical({
    prodId: { company: 'Haulboard', product: 'Haulboard' },
    method: isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  calendar.createEvent({
    id: `${id}@haulboard`,
    sequence,
    start,
    end: new Date(start.getTime() + minutes * 60_000),
    summary: title,
    description,
    url,
    status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: 'Haulboard', email: /<([^<>]+)>\s*$/.exec(organizer)?.[1] ?? organizer },
    attendees: [{ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    ...(place && { location: place }),
  });
  return calendar.toString();
}
