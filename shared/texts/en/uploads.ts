export const uploads = {
  changeVideo: 'Change video',
  uploadVideo: 'Upload video',
  removeVideo: 'Remove video',
  uploadingFile: 'Uploading {fileName}',
  sentOfTotal:
    '{parts, plural, =0 {{progress, number, ::percent} · {sent} of {total} MB} other {{progress, number, ::percent} · {sent} of {total} MB · {partsDone} of {parts} parts}}',
  cancelUpload: 'Cancel upload',
  chooseAnotherFile: 'Choose another file',
  uploadStopped: 'The upload of {fileName} stopped. Choose the same file to resume.',
  watchTheVideo: 'Watch the video',
  videoTypeUnsupported: 'Use an MP4 or WebM video',
  videoTooLarge: 'Use a video up to {gigabytes} GB',
  connectionLost: 'Connection lost',
} as const;
