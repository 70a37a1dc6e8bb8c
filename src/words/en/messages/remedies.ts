// English texts of what to do about an outcome, by its code: of what came in, and of messages that were not delivered.
// The API sends the code and this text.

/** remedies are the texts of what to do about an outcome. */
export const remedies = {
  /** a report or one of its items */
  intake: {
    PAYLOAD_DECODE_FAILED:
      "Check the device type, port and firmware behind this data source: the payload is not in its format.",
    ITEM_INVALID: "Correct the named member where the item is made, and send it again.",
    ITEM_TOO_LARGE: "Send fewer attributes: an item carries at most 16 KiB of them.",
    TIMESTAMP_INVALID:
      "Set the clock of the device; the time needs a zone and lies between 1990 and five minutes from now.",
    POSITION_OUT_OF_RANGE:
      "Check the order and unit of the coordinates: degrees, latitude -90 to 90, longitude -180 to 180.",
    METRIC_KEY: "Name the metric with a letter and then up to 63 letters, digits or . _ : - characters.",
    METRIC_TYPE:
      "Send values of the metric's type, or use another metric key: " +
      "the project's first value fixed the type, or an administrator's definition.",
    METRIC_UNIT: "Send the metric in its own unit, or in one that converts to it.",
    METRIC_LIMIT:
      "Send values under names that stay the same: what changes from message to message (a time, " +
      "a serial number) is a value and no name. Map or drop members with config.fields and " +
      "config.other_fields of the data " +
      "source. A metric that a server admin defines for all projects (POST /metrics) does not count.",
    DEVICE_NOT_FOUND:
      "Create a device for this identity under unknown identities; the kept reports are then processed.",
    EVENT_WITHOUT_PROJECT:
      "Assign the device to a project for that time and send the event again: an event belongs to a project.",
    DUPLICATE: "Nothing: the same record was there before.",
    CONFLICTING:
      "Check whether two transmitters share this identity: another fix of the same time lies elsewhere. " +
      "Rules use the first.",
    NULL_ISLAND:
      "Check the receiver: it reports latitude 0, longitude 0, which most often means no fix. The position is " +
      "kept, and no rule or analysis uses it; a curation can mark it as right.",
    MARKED_INVALID:
      "Nothing: its sender marks the position as wrong. It is kept, and no rule or analysis uses it; a " +
      "curation can mark it as right.",
    NO_FIX:
      "Give the receiver a clear view of the sky: it says that it has no fix, or repeats an older place. The " +
      "position is kept, and no rule or analysis uses it; a curation can mark it as right.",
    FIELD_UNKNOWN:
      "Nothing, or leave the member out where the device makes it: it stands for a value that is not known. The " +
      "rest of the item is stored."
  },
  /** a message that was not sent on purpose */
  skipped: {
    STALE:
      "Nothing: the event was old when it came in. Raise max_event_age_seconds if such events are to be " +
      "told of.",
    SNOOZED: "Nothing: the rule was snoozed for this subject.",
    ALERT_ACKNOWLEDGED:
      "Nothing: somebody has taken the alert of this reminder. Set remind_acknowledged on the automation if " +
      "reminders are to be sent all the same.",
    HISTORY:
      "Nothing: the event or its alert is about the past, by its data source or its age. The project's " +
      "settings say how far it looks back (history_after_hours).",
    SUPERSEDED: "Nothing: records that came in later showed that this did not happen.",
    AUTOMATION_DISABLED: "Enable the automation and redeliver, if it is still wanted.",
    AUTOMATION_REMOVED: "Nothing: the automation is gone.",
    ACTION_REMOVED: "Nothing: the automation has no such action any more.",
    MAIL_NOT_SET_UP: "Set SMTP_URL and MAIL_FROM where the role work runs, restart it, and redeliver.",
    MAIL_NOT_ALLOWED: "Add the recipient to MAIL_ALLOW_LIST, or set PUGMARK_ENV=production, and redeliver.",
    TELEGRAM_NOT_SET_UP: "Set TELEGRAM_BOT_TOKEN where the role work runs, restart it, and redeliver.",
    CHAT_NOT_LINKED:
      "The user asks POST /auth/me/telegram for a code and sends /start CODE to the bot; then redeliver."
  },
  /** a message that failed */
  failed: {
    ADDRESS_FORBIDDEN:
      "Use a public address. Receivers in one's own network need the setting WEBHOOK_ALLOW_PRIVATE=true.",
    UNREACHABLE: "Check that the receiver runs and that its name and port are right, and redeliver.",
    TIMED_OUT: "Have the receiver answer at once and work afterwards, and redeliver.",
    RECEIVER_REFUSED: "Look into the receiver's log for this webhook-id, and redeliver.",
    RECEIVER_GONE: "The receiver answered 410, for good: correct or remove the action.",
    MAIL_REFUSED: "Check the recipient's address, and what the mail server says about MAIL_FROM.",
    CHAT_REFUSED:
      "The bot was blocked or removed from the chat: the user unblocks it or links the chat again; then " +
      "redeliver.",
    INTERRUPTED: "The worker ended during the attempt; look into its log, and redeliver.",
    PROGRAM_DEFECT:
      "A defect of Pugmark, not of the receiver: the log of the role work has it under the delivery's id. Report " +
      "it, update, and redeliver."
  }
}
