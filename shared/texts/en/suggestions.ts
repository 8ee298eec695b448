export const suggestions = {
  firstMessage: 'Hi {firstName}, thank you for applying for {title}. When is a good time to call you?',
  followUp: 'Hi {firstName}, are you still interested in {title}? When is a good time to call you?',
  answer: 'Hi {firstName}, thank you for your message about {title}. When is a good time to call you?',
  interview: 'Hi {firstName}, do you have any questions before your interview for {title}?',
  interviewAnswer: 'Hi {firstName}, thank you for your message. We’ll get back to you before your interview for {title}.',
  offer: 'Hi {firstName}, do you have any questions about our offer for {title}?',
  offerAnswer: 'Hi {firstName}, thank you for your message about our offer for {title}. We will get back to you with an answer.',
  hired: 'Hi {firstName}, welcome to the team! Do you have any questions about {title}?',
  hiredAnswer: 'Hi {firstName}, thank you for your message. We will get back to you with an answer.',
  ended: 'Hi {firstName}, thank you for your interest in {title}. You are welcome to apply for our other jobs.',
} as const;
